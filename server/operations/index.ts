export { createOperations, type Operations } from './operations.ts';
export { operationRoutes } from './routes.ts';
