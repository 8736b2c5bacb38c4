import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { lazyPart } from './use-lazy-component.ts';

/** A `ConfirmDialog` whose code loads on mount. Open while mounted. */
export const LazyConfirmDialog = lazyPart<ConfirmDialogProps>(
	async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
);
