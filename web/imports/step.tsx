import { type ReactNode, useId } from 'react';
import { Card } from '../ui/card.tsx';

interface StepProps {
	/** Number of the step, from 1. */
	number: number;
	title: string;
	children: ReactNode;
}

export function Step({ number, title, children }: StepProps) {
	const id = useId();
	return (
		<Card className="p-4 md:p-6">
			<section aria-labelledby={id} className="flex flex-col gap-3">
				<h2 id={id} className="flex items-center gap-3 text-18">
					<span
						aria-hidden
						className="flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-soft font-bold text-16 text-leaf"
					>
						{number}
					</span>
					{title}
				</h2>
				{children}
			</section>
		</Card>
	);
}
