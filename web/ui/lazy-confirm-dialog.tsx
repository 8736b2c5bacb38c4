import { type ComponentProps, lazy, Suspense } from 'react';
import type { ConfirmDialog } from './confirm-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** A `ConfirmDialog` that loads when it is mounted, and is open while it is mounted. */
export function LazyConfirmDialog(props: Omit<ComponentProps<typeof ConfirmDialog>, 'open'>) {
	return (
		<Suspense>
			<Loaded open {...props} />
		</Suspense>
	);
}
