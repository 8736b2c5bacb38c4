export { createOperationsModule } from './module.ts';
