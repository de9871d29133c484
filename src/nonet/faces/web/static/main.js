import { Page } from "./page.js";

new Page().start();
