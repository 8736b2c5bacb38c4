// The product without its pages, so that it runs before the web app is built.
import { run } from '../../main/run.ts';

await run(async () => ({}));
