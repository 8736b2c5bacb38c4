import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { RichText } from '../ui/rich-text.tsx';

interface OptionalFieldsProps {
	/** Names the fields. The words in its tag `optional` are quiet. */
	summary: string;
	isOpen: boolean;
	onToggle: (isOpen: boolean) => void;
	children: ReactNode;
}

/** Fields that few ads need, folded under a summary. */
export function OptionalFields({ summary, isOpen, onToggle, children }: OptionalFieldsProps) {
	return (
		<details
			open={isOpen}
			onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
			className="group rounded-control border border-line"
		>
			<summary className="flex min-h-11 items-center justify-between gap-3 rounded-control px-3.5 font-semibold text-14">
				<span>
					<RichText
						text={summary}
						tags={{ optional: (words) => <span className="font-normal text-quiet">{words}</span> }}
					/>
				</span>
				<ChevronDown aria-hidden className="size-5 shrink-0 text-quiet group-open:rotate-180" />
			</summary>
			<div className="flex flex-col gap-5 px-3.5 pt-1 pb-4">{children}</div>
		</details>
	);
}
