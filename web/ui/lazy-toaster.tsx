import { useEffect, useState } from 'react';
import { onToastQueued } from './toast.ts';
import type { ToasterProps } from './toaster.tsx';
import { lazyPart } from './use-lazy-component.ts';

const Toaster = lazyPart(async () => (await import('./toaster.tsx')).Toaster);

interface LazyToasterProps extends ToasterProps {
	/** Loads the toaster with the page, so that a notice can appear without a network. Otherwise the first notice loads the toaster. */
	eager: boolean;
}

export function LazyToaster({ eager, ...props }: LazyToasterProps) {
	const [hasToast, setHasToast] = useState(false);
	useEffect(() => onToastQueued(() => setHasToast(true)), []);
	return (eager || hasToast) && <Toaster {...props} />;
}
