import { runProduct } from "./product/product";

await runProduct("production");
