import { TriangleAlert } from 'lucide-react';
import * as commonText from '../../text/shared/common.ts';
import * as safetyText from '../../text/shared/safety.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export interface CautionDialogProps {
	/** Path that opens the chat, or shows the number to call (`contactLinkPath`). */
	href: string;
	/** Callback when the customer goes on to the chat. */
	onContinue: () => void;
	onClose: () => void;
}

/** Warning between the tap and the chat with an account that is new, unverified and reported. Open while mounted. */
export function CautionDialog({ href, onContinue, onClose }: CautionDialogProps) {
	const isChat = !href.endsWith('/call');
	return (
		<Dialog open onClose={onClose} title={safetyText.cautionTitle}>
			<ul className="flex flex-col gap-2">
				{safetyText.cautionReasons.map((reason) => (
					<li key={reason} className="flex items-start gap-2.5">
						<TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-marigold" />
						{reason}
					</li>
				))}
			</ul>
			<h3 className="mt-4 text-16">{safetyText.stayTitle}</h3>
			<ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 text-14">
				{safetyText.cautionAdvice.map((advice) => (
					<li key={advice}>{advice}</li>
				))}
			</ul>
			<div className="mt-5 flex flex-col gap-2 md:flex-row-reverse md:justify-start">
				<Button onClick={onClose}>{safetyText.goBack}</Button>
				<ButtonLink
					to={href}
					reloadDocument
					target={isChat ? '_blank' : undefined}
					rel="noopener nofollow ugc"
					variant="quiet"
					onClick={() => {
						onContinue();
						onClose();
					}}
				>
					{isChat ? safetyText.goOn : safetyText.callAnyway}
					{isChat && <span className="sr-only">{commonText.opensInNewTab}</span>}
				</ButtonLink>
			</div>
		</Dialog>
	);
}
