import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { messages } from '../../contract/messages.ts';
import { clearSession, getSession } from '../accounts/session.ts';
import { playSound } from '../appearance/sounds.ts';
import { forgetLessonDrafts } from '../courses/lesson-draft.ts';
import { forgetTicks } from '../courses/ticks.ts';
import { forgetUpload } from '../media/kept-upload.ts';
import { useApi } from '../platform/api.ts';
import { forgetCalls } from '../platform/outbox.ts';
import { toast } from '../ui/toast.ts';
import { forgetDrafts } from './drafts.ts';
import { keptUploadKey } from './kept-upload-key.ts';

/** Logs out on this device at once, and on the server as soon as it can be reached. */
export function useLogOut() {
	const api = useApi();
	const queries = useQueryClient();
	const navigate = useNavigate();
	return () => {
		const session = getSession();
		if (!session) return;
		api.logOut({}, { token: session.token }).catch(() => {});
		playSound('logout');
		// A guarded page answers the cleared session by asking to log in; going home after that has the last word.
		flushSync(clearSession);
		forgetDrafts(session.id);
		void forgetUpload(keptUploadKey(session.id));
		forgetLessonDrafts(session.id);
		forgetTicks(session.id);
		forgetCalls(session.id);
		queries.clear();
		toast(messages.loggedOut);
		navigate('/');
	};
}
