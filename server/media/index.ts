export { createAvatars } from './avatars.ts';
export { serveMedia } from './delivery.ts';
export { createMediaEvents, type MediaEvents } from './events.ts';
export { registerMediaJobs, sweepStaging } from './jobs.ts';
export { type Attached, createMedia, type Media, type ShownMedia } from './media.ts';
export { originsOf } from './other-host.ts';
export { readShown } from './read-shown.ts';
export { mediaRoutes } from './routes.ts';
export { createSignedAddresses } from './signed-addresses.ts';
