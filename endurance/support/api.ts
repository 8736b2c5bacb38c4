// The server without pages, so that it runs before the web app is built.
import { startServer } from '../../main/run.ts';

await startServer(async () => ({}));
