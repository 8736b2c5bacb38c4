import { enableCompileCacheInDataDir } from '../server/platform/compile-cache.ts';

// React chooses between its development and production builds on first import, so NODE_ENV must be set before any import of it. The compile
// cache, too, covers only later imports.
process.env.NODE_ENV = 'production';
enableCompileCacheInDataDir(process.env);
const [{ loadBuiltPages }, { startServer }] = await Promise.all([import('./pages.ts'), import('./run.ts')]);

await startServer(loadBuiltPages);
