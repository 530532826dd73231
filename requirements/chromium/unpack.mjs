// The package unpacks itself into the temporary directory, and its shared libraries only where a cloud is named.
import { mkdirSync } from "node:fs";

process.env.TMPDIR = `${import.meta.dirname}/unpacked`;
mkdirSync(process.env.TMPDIR);
process.env.VERCEL = "1";
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
