import { type FormEvent, useState } from 'react';
import * as messages from '../../contract/core/messages.ts';
import * as commonText from '../../text/shared/common.ts';
import * as pushTestText from '../../text/shared/push-test.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { sendTestNotification } from './send-test-notification.ts';

/** Form that sends a test notification to an account's devices. The default is the logged-in account. */
export function TestNotificationForm({ ownId }: { ownId: number | null }) {
	const api = useApi();
	const [typedId, setTypedId] = useState<string | null>(null);
	const userId = typedId ?? String(ownId ?? '');
	const [status, setStatus] = useState<string | null>(null);
	const [sending, setSending] = useState(false);

	async function send(event: FormEvent) {
		event.preventDefault();
		if (sending) return;
		const id = userId.trim();
		setStatus(null);
		setSending(true);
		try {
			if (id === '') throw new Error(messages.notificationUserIdMissing);
			const message = await sendTestNotification(api, id);
			setStatus(message);
			toast(message);
		} catch (error) {
			const { message } = error as Error;
			setStatus(message);
			toast(message, 'error');
		}
		setSending(false);
	}

	return (
		<form noValidate onSubmit={send} className="flex flex-col gap-4">
			<TextField
				label={pushTestText.userId}
				placeholder={pushTestText.userIdPlaceholder}
				inputMode="numeric"
				autoComplete="off"
				value={userId}
				onChange={(event) => setTypedId(event.target.value)}
			/>
			<Button type="submit" size="large" disabled={sending || userId === ''} loading={sending}>
				{sending ? commonText.sending : pushTestText.submit}
			</Button>
			{status !== null && <p className="text-14 text-quiet">{status}</p>}
		</form>
	);
}
