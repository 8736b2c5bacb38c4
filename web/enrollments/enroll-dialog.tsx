import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Client } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import { enrollmentFormSchema } from '../../contract/enrollments/enrollments.ts';
import * as commonText from '../../text/shared/common.ts';
import * as enrollText from '../../text/web/enroll.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useIdempotencyKey } from '../data/idempotency-key.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { EmailField, PhoneField, TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { isSameEmail } from './sent-requests.ts';

export interface EnrollDialogProps {
	open: boolean;
	courseTitle: string;
	learner: { name: string; email: string; phone: string };
	/** Whether the learner is logged in and has confirmed the email address. */
	canClaim: boolean;
	onClose: () => void;
	/** Called with the fields that were sent. */
	onEnrolled: (sent: { name: string; email: string }) => void;
}

/** Adds a request to the account that has just sent it, because call 3 carries no session (specification, section 7). */
async function claimRequest(api: Client, { courseTitle, name }: { courseTitle: string; name: string }): Promise<void> {
	const { items } = await api.listUnclaimedEnrollments({});
	const sent = items.find(({ course_title }) => course_title === courseTitle);
	if (sent) await api.claimEnrollment({ params: { id: sent.id }, body: { name } });
}

/** Dialog with the enrollment form. Typed values survive closing the dialog until they are sent. */
export function EnrollDialog({ open, courseTitle, learner, canClaim, onClose, onEnrolled }: EnrollDialogProps) {
	const api = useApi();
	const { getKey, reset } = useIdempotencyKey();
	const form = useApiForm({
		schema: enrollmentFormSchema,
		defaultValues: { ...learner, coursetype: courseTitle },
		send: async (fields) => {
			const body = { ...fields, courseTitle };
			const response = await api.enroll({ body }, { idempotencyKey: getKey(body) });
			// If this fails, the page of the courses asks whose request it is.
			if (canClaim && isSameEmail(learner.email, fields.email)) await claimRequest(api, body).catch(() => {});
			return response;
		},
		onDone: (response, sent) => {
			console.log(response);
			reset();
			form.reset();
			toast(messages.enrollmentSucceeded);
			onEnrolled(sent);
		},
		onError: (error) => console.error(messages.enrollmentFailed, error),
		toMessage: (error) => enrollText.failed(getErrorMessage(error)),
	});
	const { clearMessage, isSending } = form;

	useEffect(() => {
		if (!open) clearMessage();
	}, [open, clearMessage]);

	const button = (
		<>
			{/* The button uses `aria-disabled` because a `disabled` button loses the focus. */}
			<Button type="submit" size="large" fullWidth aria-disabled={isSending} aria-busy={isSending}>
				{isSending ? enrollText.enrolling : enrollText.enroll}
			</Button>
			<p className="-mt-1 text-center text-12 text-quiet">
				<RichText
					text={enrollText.privacyHint}
					tags={{
						privacy: (words) => (
							<Link to="/privacy" target="_blank" className="inline-block py-1 underline">
								{words}
							</Link>
						),
					}}
				/>
			</p>
		</>
	);

	return (
		<Dialog
			open={open}
			focusFirstField
			onClose={() => !isSending && onClose()}
			title={enrollText.title}
			description={enrollText.hint}
			overlay={isSending && <Spinner fullScreen translucent label={enrollText.sending} />}
		>
			<ApiForm form={form} submit={button} className="gap-4">
				<TextField label={commonText.name} autoComplete="name" {...form.field('name')} />
				<EmailField label={commonText.email} placeholder={commonText.emailExample} {...form.field('email')} />
				<PhoneField label={commonText.phone} {...form.field('phone')} />
				<TextField label={commonText.course} {...form.field('coursetype')} />
			</ApiForm>
		</Dialog>
	);
}
