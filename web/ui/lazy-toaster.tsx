import { type ComponentType, useEffect, useState } from 'react';
import { onToastQueued } from './toast.ts';
import type { ToasterProps } from './toaster.tsx';

interface LazyToasterProps extends ToasterProps {
	/** Loads the toaster with the page, so that a notice can appear without a network. Otherwise the first notice loads the toaster. */
	eager: boolean;
}

/** Renders the toaster once its code has loaded. If loading fails, the next notice tries again. */
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
