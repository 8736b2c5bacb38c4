export { createInsightsModule } from './module.ts';
