import { prepareOffline } from "./offline.js";
import { Page } from "./page.js";

await new Page().start();
await prepareOffline();
