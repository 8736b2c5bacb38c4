export { createDevices, type Devices } from './devices.ts';
export { notificationRoutes } from './routes.ts';
