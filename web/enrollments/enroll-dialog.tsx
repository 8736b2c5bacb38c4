import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { enrollmentForm } from '../../contract/enrollments.ts';
import * as messages from '../../contract/messages.ts';
import * as commonText from '../../contract/text/common.ts';
import * as enrollText from '../../contract/text/enroll.ts';
import { useIdempotencyKey } from '../data/idempotency-key.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';

export interface EnrollDialogProps {
	open: boolean;
	courseTitle: string;
	/** What is known of who asks. */
	learner: { name: string; email: string; phone: string };
	onClose: () => void;
	/** The request has arrived. */
	onEnrolled: () => void;
}

interface Fields {
	name: string;
	email: string;
	phone: string;
	coursetype: string;
}

/** Asks for a place in a course. What was typed stays while it is closed, until it has been sent. */
export function EnrollDialog({ open, courseTitle, learner, onClose, onEnrolled }: EnrollDialogProps) {
	const api = useApi();
	const form = useForm<Fields>({
		resolver: zodResolver(enrollmentForm),
		defaultValues: { ...learner, coursetype: courseTitle },
	});
	const { errors } = form.formState;
	const { keyFor, renew } = useIdempotencyKey();
	const sending = useMutation({
		mutationFn: (fields: Fields) => {
			const body = { ...fields, courseTitle };
			return api.enroll({ body }, { idempotencyKey: keyFor(body) });
		},
		onSuccess: (answer) => {
			console.log(answer);
			renew();
			form.reset();
			toast(messages.enrollmentSucceeded);
			onEnrolled();
		},
		onError: (error) => console.error(messages.enrollmentFailed, error),
	});
	const { reset } = sending;

	useEffect(() => {
		if (!open) reset();
	}, [open, reset]);

	return (
		<Dialog
			open={open}
			fieldFirst
			onClose={() => !sending.isPending && onClose()}
			title={enrollText.title}
			description={enrollText.hint}
			over={sending.isPending && <Spinner fullScreen veil label={enrollText.sending} />}
		>
			<form noValidate onSubmit={form.handleSubmit((fields) => sending.mutate(fields))} className="flex flex-col gap-4">
				<TextField
					label={commonText.name}
					autoComplete="name"
					error={errors.name?.message}
					{...form.register('name')}
				/>
				<TextField
					label={commonText.email}
					type="email"
					inputMode="email"
					autoComplete="email"
					placeholder={commonText.emailExample}
					error={errors.email?.message}
					{...form.register('email')}
				/>
				<TextField
					label={commonText.phone}
					type="tel"
					inputMode="tel"
					autoComplete="tel"
					placeholder={commonText.phoneExample}
					error={errors.phone?.message}
					{...form.register('phone')}
				/>
				<TextField label={commonText.course} error={errors.coursetype?.message} {...form.register('coursetype')} />
				<FormError>{sending.error && enrollText.failed(reasonOf(sending.error))}</FormError>
				{/* Never disabled: it would lose the focus, and whoever uses the keyboard their place. */}
				<Button type="submit" size="large" wide aria-disabled={sending.isPending} aria-busy={sending.isPending}>
					{sending.isPending ? enrollText.enrolling : enrollText.enroll}
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
			</form>
		</Dialog>
	);
}
