import type { ReactNode } from 'react';

/** Says in a browser that runs no script what to do instead. */
export function NeedsScript({ children }: { children: ReactNode }) {
	return (
		<noscript>
			<p>{children}</p>
		</noscript>
	);
}
