import { type ComponentProps, Suspense } from 'react';
import type { ConfirmDialog } from './confirm-dialog.tsx';
import { lazyComponent } from './lazy-component.ts';

const Loaded = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** A `ConfirmDialog` whose code loads on mount. Open while mounted. */
export function LazyConfirmDialog(props: Omit<ComponentProps<typeof ConfirmDialog>, 'open'>) {
	return (
		<Suspense>
			<Loaded open {...props} />
		</Suspense>
	);
}
