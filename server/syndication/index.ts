export { createSyndicationModule } from './module.ts';
