import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Session } from '../../contract/accounts.ts';
import { messages } from '../../contract/messages.ts';
import { endSession } from '../accounts/ended-sessions.ts';
import { clearSession, getSession } from '../accounts/session.ts';
import { playSound } from '../appearance/sounds.ts';
import { forgetLessonDrafts } from '../courses/lesson-draft.ts';
import { forgetTicks } from '../courses/ticks.ts';
import { forgetSearches } from '../feed/forget-searches.ts';
import { forgetUpload } from '../media/forget-upload.ts';
import { leaveDevice } from '../notifications/leave-device.ts';
import { useApi } from '../platform/api.ts';
import { forgetAnswers } from '../platform/kept-answers.ts';
import { forgetCalls } from '../platform/outbox.ts';
import { forgetShared } from '../platform/worker/shared-things.ts';
import { sendLeft, takeSaved } from '../saved-items/leave.ts';
import { toast } from '../ui/toast.ts';
import { forgetDrafts } from './drafts.ts';
import { keptUploadKey } from './kept-upload-key.ts';

/**
 * Forgets on this device who was logged in, and all that was theirs; then goes to the market. Answers what of the saved lists the
 * account does not know of yet.
 */
export function useForget() {
	const queries = useQueryClient();
	const navigate = useNavigate();
	return ({ id }: Pick<Session, 'id'>) => {
		// A guarded page answers the cleared session by asking to log in; going home after that has the last word.
		flushSync(clearSession);
		forgetDrafts(id);
		forgetLessonDrafts(id);
		forgetTicks(id);
		forgetCalls(id);
		forgetSearches();
		const left = takeSaved(id);
		void forgetUpload(keptUploadKey(id));
		void leaveDevice();
		void forgetAnswers(null);
		void forgetShared();
		queries.clear();
		navigate('/');
		return left;
	};
}

/** Logs out on this device at once, and on the server as soon as it can be reached. */
export function useLogOut() {
	const api = useApi();
	const forget = useForget();

	return () => {
		const session = getSession();
		if (!session) return;
		playSound('logout');
		const left = forget(session);
		void endSession(api, session.token, () => sendLeft(api, session.token, left));
		toast(messages.loggedOut);
	};
}
