import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, CircleAlert, CircleX, FileSearch, FileText, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { endpointAddresses } from '../../../contract/core/addresses.ts';
import { buildPath, parseBody } from '../../../contract/core/client.ts';
import * as limits from '../../../contract/core/limits.ts';
import * as mediaLimits from '../../../contract/media/limits.ts';
import {
	businessDocuments,
	type DocumentPicture,
	requestBusinessVerification,
	type Verification,
	type VerificationRequest,
} from '../../../contract/verification/verification.ts';
import { verificationLimits } from '../../../contract/verification/verification-limits.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as profileText from '../../../text/web/profile.ts';
import * as verificationText from '../../../text/web/verification.ts';
import { getSession } from '../../accounts/session.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { DropArea } from '../../media/drop-area.tsx';
import { getPictureRejection, preparePicture } from '../../media/picture-file.ts';
import { PrivatePicture } from '../../media/private-picture.tsx';
import { sendForm } from '../../media/send-form.ts';
import { useApi } from '../../platform/api.ts';
import { formatDate, formatDateTime } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { Progress } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

interface BusinessVerificationProps {
	status: Verification['business'];
	refreshing: boolean;
	onChange: (verification: Verification) => void;
	/** Loads the status again, because the URLs of the pictures expire. */
	onRefresh: () => void;
}

/** Card content in which owners ask for the verification of their business, and see what became of the request. */
export function BusinessVerification(props: BusinessVerificationProps) {
	const { name, verified_at, request } = props.status;
	const [isAsking, setAsking] = useState(false);
	const isPending = request?.state === 'pending';
	// Uploaded pictures show that the owner has begun another request.
	const showsForm =
		!isPending && (isAsking || props.status.documents.length > 0 || (!verified_at && !isAnswered(request)));
	return (
		<section aria-labelledby="business-verification">
			<h2 id="business-verification" className="text-18">
				{verificationText.businessTitle}
			</h2>
			{verified_at !== null && (
				<div className="mt-2">
					<p className="flex items-center gap-1.5 font-semibold text-leaf">
						<BadgeCheck aria-hidden className="size-5 shrink-0" />
						{verificationText.businessVerified}
					</p>
					<p className="mt-1 wrap-anywhere">{profileText.registeredAs(name ?? '')}</p>
					<p className="text-14 text-quiet">{verificationText.verifiedSince(formatDate(verified_at))}</p>
				</div>
			)}
			{isPending && <PendingRequest {...props} request={request} />}
			{isAnswered(request) && <Answer request={request} />}
			{showsForm && <RequestForm {...props} />}
			{!showsForm && !isPending && (
				<Button variant="quiet" className="mt-4" onClick={() => setAsking(true)}>
					{verified_at === null ? verificationText.askAgain : verificationText.otherBusiness}
				</Button>
			)}
		</section>
	);
}

function isAnswered(request: VerificationRequest | null): request is VerificationRequest {
	return request?.state === 'rejected' || request?.state === 'revoked';
}

function Answer({ request }: { request: VerificationRequest }) {
	return (
		<div className="mt-3 flex items-start gap-2.5 rounded-control bg-danger-soft px-3.5 py-3">
			<CircleX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
			<div className="min-w-0">
				<p className="font-semibold">
					{request.state === 'revoked' ? verificationText.revokedTitle : verificationText.rejectedTitle}
				</p>
				<p className="text-14 text-quiet wrap-anywhere">{request.business_name}</p>
				<p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
					{request.reason}
				</p>
			</div>
		</div>
	);
}

function PendingRequest({
	status,
	request,
	refreshing,
	onChange,
	onRefresh,
}: BusinessVerificationProps & { request: VerificationRequest }) {
	const api = useApi();
	const [isConfirming, setConfirming] = useState(false);
	const withdrawing = useMutation({
		mutationFn: () => api.withdrawBusinessVerification(),
		onSuccess: (verification) => {
			toast(verificationText.withdrawn);
			onChange(verification);
		},
	});
	return (
		<div className="mt-3">
			<div className="flex items-start gap-2.5 rounded-control bg-marigold-soft px-3.5 py-3">
				<FileSearch aria-hidden className="mt-0.5 size-5 shrink-0 text-marigold" />
				<div className="min-w-0">
					<p className="font-semibold">{verificationText.pendingTitle}</p>
					<p className="text-14 wrap-anywhere">
						{request.business_name} · {verificationText.documents[request.document]}
					</p>
					<p className="mt-1 text-14 text-quiet">{verificationText.pendingHint}</p>
				</div>
			</div>
			<Pictures pictures={status.documents} refreshing={refreshing} onRefresh={onRefresh} />
			<FormError>{withdrawing.error && getErrorMessage(withdrawing.error)}</FormError>
			<Button variant="quiet" className="mt-4" loading={withdrawing.isPending} onClick={() => setConfirming(true)}>
				{verificationText.withdraw}
			</Button>
			{isConfirming && (
				<LazyConfirmDialog
					title={verificationText.withdrawQuestion}
					description={verificationText.withdrawHint}
					action={verificationText.withdraw}
					dismissal={verificationText.keepRequest}
					danger
					onConfirm={() => {
						setConfirming(false);
						withdrawing.mutate();
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</div>
	);
}

interface PicturesProps {
	pictures: readonly DocumentPicture[];
	refreshing: boolean;
	onRefresh: () => void;
	/** Without it, the pictures cannot be removed. */
	onRemove?: (id: number) => void;
}

function Pictures({ pictures, refreshing, onRefresh, onRemove }: PicturesProps) {
	if (pictures.length === 0) return null;
	return (
		<ul aria-label={verificationText.photos} className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
			{pictures.map(({ id, url, created_at }, index) => (
				<li key={id} className="relative">
					<PrivatePicture
						url={url}
						at={created_at}
						alt={verificationText.photoOf(formatDateTime(created_at))}
						openLabel={verificationText.openPhoto(formatDateTime(created_at))}
						refreshing={refreshing}
						onRefresh={onRefresh}
					/>
					{onRemove && (
						<IconButton
							label={verificationText.removePhoto(index + 1)}
							variant="over"
							onClick={() => onRemove(id)}
							className="absolute! top-1 right-1"
						>
							<X aria-hidden className="size-5" />
						</IconButton>
					)}
				</li>
			))}
		</ul>
	);
}

const { documents: maxPictures } = verificationLimits.business;

function RequestForm({ status, refreshing, onChange, onRefresh }: BusinessVerificationProps) {
	const api = useApi();
	const section = useRef<HTMLFieldSetElement>(null);
	const [photosMissing, setPhotosMissing] = useState(false);
	const { documents } = status;
	const uploads = usePictureUploads(onChange);
	const removing = useMutation({
		mutationFn: (id: number) => api.removeBusinessDocument({ params: { id: String(id) } }),
		onSuccess: (verification) => {
			toast(verificationText.photoRemoved);
			onChange(verification);
			// The file field takes the focus, because the focused button unmounts with its picture.
			section.current?.querySelector<HTMLElement>('input[type="file"]')?.focus();
		},
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	const form = useApiForm({
		schema: requestBusinessVerification.body,
		defaultValues: { business_name: status.request?.business_name ?? status.name ?? '', document: '' },
		send: (body) => api.requestBusinessVerification({ body }),
		onDone: (verification) => {
			toast(verificationText.requestSent);
			onChange(verification);
		},
		toMessage: getErrorMessage,
	});
	const mayAdd = documents.length < maxPictures && !uploads.sending;

	return (
		<>
			<p className="mt-1 text-quiet">{verificationText.businessHint}</p>
			<ApiForm
				form={{
					...form,
					submit: async (event) => {
						event?.preventDefault();
						setPhotosMissing(documents.length === 0);
						// A submission with invalid fields marks them and sends nothing.
						if (documents.length > 0 || !(await form.trigger())) return form.submit(event);
						section.current?.querySelector<HTMLElement>('input[type="file"]')?.focus();
					},
				}}
				submit={
					<Button {...form.button} disabled={form.button.disabled || uploads.sending !== null}>
						{verificationText.sendRequest}
					</Button>
				}
				className="mt-4 gap-4"
			>
				<TextField
					label={verificationText.businessName}
					autoComplete="organization"
					hint={verificationText.businessNameHint}
					limit={verificationLimits.businessName.max}
					length={form.watch('business_name').trim().length}
					{...form.field('business_name')}
				/>
				<Select
					label={verificationText.document}
					placeholder={verificationText.chooseDocument}
					options={businessDocuments.map((value) => ({ value, label: verificationText.documents[value] }))}
					{...form.field('document')}
				/>
				<fieldset ref={section}>
					<legend className="font-semibold text-14">{verificationText.photos}</legend>
					<Pictures
						pictures={documents}
						refreshing={refreshing}
						onRefresh={onRefresh}
						onRemove={(id) => removing.mutate(id)}
					/>
					{uploads.sending && (
						<div className="mt-3">
							<Progress label={verificationText.sendingPhoto(uploads.sending.name)} percent={uploads.sending.percent} />
						</div>
					)}
					{documents.length < maxPictures && (
						<DropArea
							label={documents.length === 0 ? commonText.choosePicture : commonText.chooseAnotherPicture}
							accept="image/*"
							multiple
							disabled={!mayAdd}
							onFiles={(files) => {
								setPhotosMissing(false);
								void uploads.send(files.slice(0, maxPictures - documents.length));
							}}
							className="mt-3 min-h-24 gap-1 px-5 py-5"
						>
							<span className="flex items-center gap-2 font-semibold">
								<FileText aria-hidden className="size-5.5 text-leaf" />
								{documents.length === 0 ? commonText.choosePicture : commonText.chooseAnotherPicture}
							</span>
							<span className="text-14 text-quiet">
								{verificationText.photosHint(maxPictures, mediaLimits.pictureBytes / limits.megabyte)}
							</span>
						</DropArea>
					)}
					<div role="alert">
						{(uploads.problem ?? (photosMissing ? verificationText.photosMissing : null)) && (
							<p className="mt-1.5 flex items-start gap-1.5 text-14 text-danger">
								<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
								{uploads.problem ?? verificationText.photosMissing}
							</p>
						)}
					</div>
					<p className="mt-1.5 text-14 text-quiet">{verificationText.whoSees}</p>
				</fieldset>
			</ApiForm>
		</>
	);
}

/** Sends chosen pictures one after the other, each made smaller first, because a phone has memory for one large picture at a time. */
function usePictureUploads(onChange: (verification: Verification) => void) {
	const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
	const [problem, setProblem] = useState<string | null>(null);

	async function sendOne(file: File): Promise<void> {
		setSending({ name: file.name, percent: 0 });
		const { blob, problem } = await preparePicture(file);
		if (problem !== null) return setProblem(problem);
		const form = new FormData();
		form.set('file', blob, file.name || 'document');
		const response = await sendForm(buildPath(endpointAddresses.addBusinessDocument, {}), form, blob.size, {
			sessionToken: getSession()?.token,
			onProgress: (bytes) => setSending({ name: file.name, percent: (bytes / blob.size) * 100 }),
		});
		onChange(parseBody(response) as Verification);
	}

	async function send(files: readonly File[]): Promise<void> {
		setProblem(null);
		for (const file of files) {
			const rejection = getPictureRejection(file);
			if (rejection !== null) setProblem(rejection);
			else await sendOne(file).catch((error: unknown) => setProblem(getErrorMessage(error)));
		}
		setSending(null);
	}

	return { sending, problem, send };
}
