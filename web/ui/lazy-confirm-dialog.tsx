import { type ComponentProps, lazy, Suspense } from 'react';
import type { ConfirmDialog } from './confirm-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** A `ConfirmDialog` that is loaded when it is first shown, and open for as long as it is there. */
export function LazyConfirmDialog(props: Omit<ComponentProps<typeof ConfirmDialog>, 'open'>) {
	return (
		<Suspense>
			<Loaded open {...props} />
		</Suspense>
	);
}
