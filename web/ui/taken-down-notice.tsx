import { EyeOff } from 'lucide-react';
import { Link } from 'react-router';
import * as commonText from '../../contract/text/common.ts';
import { RichText } from './rich-text.tsx';

interface TakenDownNoticeProps {
	/** Path of the page with the decisions. */
	to: string;
	reason?: string | null;
}

/** Tells the owner that an ad or post is hidden and why. */
export function TakenDownNotice({ to, reason }: TakenDownNoticeProps) {
	return (
		<div className="flex gap-3 rounded-card bg-marigold-soft p-4">
			<EyeOff aria-hidden className="size-5.5 shrink-0 text-marigold" />
			<div className="flex min-w-0 flex-col gap-1">
				{reason && <p className="whitespace-pre-line break-words">{reason}</p>}
				<p className="text-14">
					<RichText
						text={commonText.takenDown}
						tags={{
							decision: (words) => (
								<Link to={to} className="inline-block py-1 font-semibold text-leaf underline underline-offset-4">
									{words}
								</Link>
							),
						}}
					/>
				</p>
			</div>
		</div>
	);
}
