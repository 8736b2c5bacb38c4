import { Link } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import { playSound } from '../../appearance/sounds.ts';
import type { UploadState } from '../../media/upload-state.ts';
import { useVideoUpload } from './use-video-upload.ts';

/** Resumes a stored video upload while the user is on other pages, and shows its status. */
export function BackgroundUpload({ session, to }: { session: Session; to: string }) {
	const { state, waiting } = useVideoUpload({ session, onSaved: () => playSound('done'), quiet: true });
	const status = getStatusText(state, waiting !== null);
	return (
		<div role="status">
			{status && (
				<p className="pointer-events-auto flex items-center gap-2 rounded-card border border-line bg-card py-1.5 pr-1.5 pl-4 text-14 shadow-soft">
					{status}
					<Link to={to} className="inline-flex min-h-11 items-center rounded-control px-2.5 font-semibold text-leaf">
						{postVideoText.view}
					</Link>
				</p>
			)}
		</div>
	);
}

function getStatusText(state: UploadState, isWaiting: boolean): string | null {
	if (isWaiting) return postVideoText.waitingNotice;
	switch (state.step) {
		case 'idle':
			return state.problem && postVideoText.notSentNotice(state.problem);
		case 'elsewhere':
			return null;
		case 'unsaved':
			return state.problem ? postVideoText.rejectedNotice(state.problem) : postVideoText.notSavedNotice;
		default:
			// The status shows no percent, because screen readers would announce every change.
			return postVideoText.sendingNotice;
	}
}
