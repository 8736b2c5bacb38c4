export { createWebhooksModule } from './module.ts';
