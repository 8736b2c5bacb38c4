import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { enrollmentForm } from '../../contract/enrollments.ts';
import { messages } from '../../contract/messages.ts';
import { useApi } from '../platform/api.ts';
import { randomKey } from '../platform/random-key.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
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
	// A form as it is filled in is one request, however often it is sent.
	const submission = useRef({ text: '', key: '' });
	const sending = useMutation({
		mutationFn: (fields: Fields) => {
			const body = { ...fields, courseTitle };
			const text = JSON.stringify(body);
			if (submission.current.text !== text) submission.current = { text, key: randomKey() };
			return api.enroll({ body }, { idempotencyKey: submission.current.key });
		},
		onSuccess: (answer) => {
			console.log(answer);
			submission.current = { text: '', key: '' };
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
			title="Enroll in this course"
			description="Tell us how to reach you. You pay later: we write to you how."
			over={sending.isPending && <Spinner fullScreen veil label="Sending your request" />}
		>
			<form noValidate onSubmit={form.handleSubmit((fields) => sending.mutate(fields))} className="flex flex-col gap-4">
				<TextField label="Name" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
				<TextField
					label="Email"
					type="email"
					inputMode="email"
					autoComplete="email"
					placeholder="you@example.com"
					error={errors.email?.message}
					{...form.register('email')}
				/>
				<TextField
					label="Phone"
					type="tel"
					inputMode="tel"
					autoComplete="tel"
					placeholder="0803 123 4567"
					error={errors.phone?.message}
					{...form.register('phone')}
				/>
				<TextField label="Course" error={errors.coursetype?.message} {...form.register('coursetype')} />
				<FormError>{sending.error && `Your request was not sent. ${reasonOf(sending.error)}`}</FormError>
				{/* Never disabled: it would lose the focus, and whoever uses the keyboard their place. */}
				<Button type="submit" size="large" wide aria-disabled={sending.isPending} aria-busy={sending.isPending}>
					{sending.isPending ? 'Enrolling...' : 'Enroll Now'}
				</Button>
				<p className="-mt-1 text-center text-12 text-quiet">
					We use this for your request alone: see the{' '}
					<Link to="/privacy" target="_blank" className="inline-block py-1 underline">
						privacy page
					</Link>
				</p>
			</form>
		</Dialog>
	);
}
