export { importFinished } from './events.ts';
export type { ImportService } from './imports.ts';
export { createImportsModule } from './module.ts';
