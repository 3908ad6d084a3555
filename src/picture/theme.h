// SPDX-License-Identifier: Apache-2.0
// Fonts, sizes and colours of the SVG picture. Text colours have a contrast of at least 4.5 to 1
// on what they stand on (WCAG 2.1, 1.4.3), and no meaning rests on colour alone.
#pragma once

#include <string_view>

namespace pointsman::picture {

inline constexpr int kHeadlineFont = 20;
inline constexpr int kTitleFont = 13;
inline constexpr int kBodyFont = 11;
inline constexpr int kSmallFont = 10;

inline constexpr std::string_view kStyle = R"(.pointsman{background:#fff}
.pointsman text{font-family:"DejaVu Sans",Verdana,"Segoe UI",Helvetica,Arial,sans-serif;font-size:11px;fill:#1f2937}
.pointsman .sheet{fill:#fff}
.pointsman .headline{font-size:20px;font-weight:bold}
.pointsman .lead{font-size:12px;fill:#4b5563}
.pointsman .title{font-size:13px;font-weight:bold}
.pointsman .kind{font-size:10px;fill:#4b5563}
.pointsman .small{font-size:10px}
.pointsman .strong{font-weight:bold}
.pointsman .muted{fill:#4b5563}
.pointsman .address{fill:#3b1f8f;font-weight:bold}
.pointsman .route{fill:#0b5394;font-weight:bold}
.pointsman .badge-box{fill:#fff4d6;stroke:#8a6100}
.pointsman .badge{font-size:10px;fill:#6b4a00}
.pointsman .box{fill:#fff;stroke-width:1.5}
.pointsman .rule{stroke:#e5e7eb;fill:none}
.pointsman .cell{fill:#f8fafc;stroke:#cbd5e1}
.pointsman .gateway .box{stroke:#0b5394;fill:#f3f8fd}
.pointsman .nic .box{stroke:#475569}
.pointsman .nic .head{fill:#e2e8f0}
.pointsman .kernel .box,.pointsman .linux-bridge .box{stroke:#0f6b66}
.pointsman .kernel .head,.pointsman .linux-bridge .head{fill:#d9f0ee}
.pointsman .ovs-bridge .box{stroke:#1d4f91}
.pointsman .ovs-bridge .head{fill:#dbe8f8}
.pointsman .interface .box{stroke:#5b3fa0}
.pointsman .interface .head{fill:#e8e1f7}
.pointsman .loose .box{stroke:#94a3b8;stroke-dasharray:4 3}
.pointsman .loose .head{fill:#fff}
.pointsman .ovs-bridge.ours .head{fill:#1d4f91}
.pointsman .ovs-bridge.ours .title,.pointsman .ovs-bridge.ours .kind{fill:#fff}
.pointsman .dot{stroke:#1d4f91;fill:#fff;stroke-width:1.3}
.pointsman .dot.ours{fill:#1d4f91}
.pointsman .missing .box{stroke-dasharray:5 3}
.pointsman .node.fault>.box{stroke:#b42318;stroke-width:2}
.pointsman .row-fault{fill:#fdecea}
.pointsman text.fault{fill:#b42318;font-weight:bold}
.pointsman .fault-sign{fill:#b42318}
.pointsman .fault-sign-mark{fill:#fff;font-size:9px;font-weight:bold}
.pointsman .fault-chip{fill:#b42318}
.pointsman .fault-chip-text{fill:#fff;font-weight:bold}
.pointsman .notice{fill:#fff4d6;stroke:#8a6100}
.pointsman .notice-text{font-size:12px;fill:#5c4000;font-weight:bold}
.pointsman .line{fill:none;stroke:#475569;stroke-width:1.6}
.pointsman text.count{font-size:10px;paint-order:stroke;stroke:#fff;stroke-width:3}
.pointsman .branch{fill:none;stroke:#475569;stroke-width:1.3}
.pointsman .halo{fill:none;stroke:#fff;stroke-width:5}
.pointsman .line.patch{stroke:#8e24aa;stroke-width:1.8;stroke-dasharray:7 3}
.pointsman .line.veth{stroke:#0f6b66;stroke-width:1.8;stroke-dasharray:2 3}
.pointsman .line.gateway{stroke:#0b5394;stroke-width:2.2}
.pointsman .line.fault{stroke:#b42318;stroke-width:1.8;stroke-dasharray:5 3}
.pointsman .node.added>.box,.pointsman .line.added{stroke:#15803d;stroke-width:2.5}
.pointsman .node.removed>.box,.pointsman .line.removed{stroke:#b42318;stroke-width:2.5;stroke-dasharray:5 3}
.pointsman .row-added{fill:#dcf5e4}
.pointsman .row-removed{fill:#fde3e0}
.pointsman .row-changed{fill:#fdf0cf}
.pointsman .mark-added{fill:#15803d}
.pointsman .mark-removed{fill:#b42318}
.pointsman .mark-changed{fill:#8a6100}
.pointsman text.sign-added{font-size:9px;fill:#15803d;font-weight:bold}
.pointsman text.sign-removed{font-size:9px;fill:#b42318;font-weight:bold}
.pointsman text.sign-changed{font-size:9px;fill:#8a6100;font-weight:bold}
.pointsman .mark-text{fill:#fff;font-size:11px;font-weight:bold}
.pointsman .legend-frame{fill:#f8fafc;stroke:#e2e8f0}
)";

}  // namespace pointsman::picture
