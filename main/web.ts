// React chooses its build on first import, so set this before any import.
process.env.NODE_ENV = 'production';
const [{ loadBuiltPages }, { startServer }] = await Promise.all([import('./pages.ts'), import('./run.ts')]);

await startServer(loadBuiltPages);
