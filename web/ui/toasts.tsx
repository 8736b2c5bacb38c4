import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { ToasterProps } from './toaster.tsx';

const Toaster = lazy<ComponentType<ToasterProps>>(async () => {
	try {
		return { default: (await import('./toaster.tsx')).Toaster };
	} catch {
		// A page without notices is better than no page.
		return { default: () => null };
	}
});

/** The toaster's place: it loads once the page is there, so that a notice about a lost network can still appear. */
export function Toasts(props: ToasterProps) {
	const [ready, setReady] = useState(false);
	useEffect(() => setReady(true), []);
	return (
		ready && (
			<Suspense>
				<Toaster {...props} />
			</Suspense>
		)
	);
}
