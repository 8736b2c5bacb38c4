export { type ContentListInput, type ContentServiceDeps, createContentService, type ReviewItem } from './content.ts';
export { isHidden } from './policy.ts';
export type { NewestFilter } from './store.ts';
export type { ContentColumns } from './tables.ts';
