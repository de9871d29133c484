import { Page } from "./page.js";

await new Page().start();
