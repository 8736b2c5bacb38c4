export { mediaStateChanged } from './events.ts';
export type { Attached, Media, ShownMedia } from './media.ts';
export { createMediaModule } from './module.ts';
export { namedFiles } from './named-files.ts';
export { originsOf } from './other-host.ts';
export { readShown } from './read-shown.ts';
