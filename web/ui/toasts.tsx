import { type ComponentType, useEffect, useState } from 'react';
import { onToastWaiting } from './toast.ts';
import type { ToasterProps } from './toaster.tsx';

interface ToastsProps extends ToasterProps {
	/** Loaded with the page, so that a notice about a lost network can still appear; otherwise with the first notice. */
	soon: boolean;
}

/** The toaster's place. Where it does not come, the next notice asks for it again. */
export function Toasts({ soon, ...props }: ToastsProps) {
	const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null);

	useEffect(() => {
		const load = () =>
			void import('./toaster.tsx').then(
				(module) => setToaster(() => module.Toaster),
				() => {},
			);
		if (soon) load();
		return onToastWaiting(load);
	}, [soon]);

	return Toaster && <Toaster {...props} />;
}
