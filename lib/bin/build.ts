/** `npm run build`: the console's production build, for an image or before several `npm run web` share one folder. */

import { createChildren } from "./product/children";
import { buildWhenChanged } from "./product/console-build";
import { reportFailure } from "./product/report-failure";

const children = createChildren();
try {
  await buildWhenChanged(children, (text) => console.log(text));
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
} finally {
  await children.stopAll();
}
