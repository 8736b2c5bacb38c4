import { type ComponentType, useEffect, useState } from 'react';
import { onToastQueued } from './toast.ts';
import type { ToasterProps } from './toaster.tsx';

interface LazyToasterProps extends ToasterProps {
	/** Loads with the page, so that a notice about a lost network can appear; otherwise with the first notice. */
	eager: boolean;
}

/** Loads the toaster. If it fails to load, the next notice tries again. */
export function LazyToaster({ eager, ...props }: LazyToasterProps) {
	const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null);

	useEffect(() => {
		const load = () =>
			void import('./toaster.tsx').then(
				(module) => setToaster(() => module.Toaster),
				() => {},
			);
		if (eager) load();
		return onToastQueued(load);
	}, [eager]);

	return Toaster && <Toaster {...props} />;
}
