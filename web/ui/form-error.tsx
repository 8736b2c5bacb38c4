import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The error of a whole form. Its live region is always in the DOM, so that screen readers announce an error that appears. */
export function FormError({ children }: { children: ReactNode }) {
	return (
		<div role="alert" className="empty:hidden">
			{children && (
				<p className="flex items-start gap-2 rounded-control bg-danger-soft px-3.5 py-3 text-14 text-danger">
					<CircleAlert aria-hidden className="mt-px size-4.5 shrink-0" />
					{children}
				</p>
			)}
		</div>
	);
}
