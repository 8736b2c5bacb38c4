import { RefreshCw, VideoOff } from 'lucide-react';
import * as messages from '../../../contract/messages.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as videoText from '../../../contract/text/video.ts';
import { NoVideoError } from '../../ads/queries.ts';
import { isApiError } from '../../platform/api-error.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

export interface Failure {
	status: number;
	message: string;
}

/** Converts an error to a status and message. An invalid address counts as not found. */
export function toFailure(error: unknown): Failure {
	const isMissing = isApiError(error) && (error.status === 404 || error.status === 422);
	if (isMissing || error instanceof NoVideoError) return { status: 404, message: messages.videoNotFound };
	if (!isApiError(error)) return { status: 503, message: getErrorMessage(error) };
	return { status: error.status, message: error.message || messages.videoNotFound };
}

interface VideoFailureProps {
	failure: Failure;
	retrying: boolean;
	onRetry: () => void;
}

export function VideoFailure({ failure, retrying, onRetry }: VideoFailureProps) {
	const missing = failure.status === 404;
	return (
		<div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
			<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
				<VideoOff className="size-8" />
			</span>
			<h1 className="text-18 text-danger">{failure.message}</h1>
			<p className="text-quiet">{missing ? videoText.missingHint : videoText.failedHint}</p>
			<div className="mt-2 flex flex-wrap justify-center gap-2">
				{!missing && (
					<Button loading={retrying} onClick={onRetry}>
						{!retrying && <RefreshCw aria-hidden className="size-5" />}
						{commonText.tryAgain}
					</Button>
				)}
				<ButtonLink to="/" variant={missing ? 'primary' : 'quiet'}>
					{commonText.goToMarket}
				</ButtonLink>
			</div>
		</div>
	);
}
