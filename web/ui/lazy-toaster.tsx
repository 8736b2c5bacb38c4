import { type ComponentType, useEffect, useState } from 'react';
import { onToastQueued } from './toast.ts';
import type { ToasterProps } from './toaster.tsx';

interface LazyToasterProps extends ToasterProps {
	/** Loaded with the page, so that a notice about a lost network can still appear; otherwise with the first notice. */
	eager: boolean;
}

/** The toaster's place. Where it does not come, the next notice asks for it again. */
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
