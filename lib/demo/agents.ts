/** All the demo's agents, as a worker registers them. */

import { billingRefund } from "./billing";
import { callLabel } from "./call-label";
import { libraryPublish } from "./library";
import { marketDigest } from "./market-digest";
import { orderRefund, queueAssign } from "./order-refund";
import { partnerNotify } from "./partner";
import { partnerNotice } from "./partner-notice";
import * as support from "./support-agent";

export const workflows = [...support.workflows, marketDigest, partnerNotice, orderRefund, callLabel];
export const actions = [...support.actions, libraryPublish, partnerNotify, billingRefund, queueAssign];
