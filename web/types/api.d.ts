// What the API answers, for the type checker alone: pages do not load it. The names are those of the
// schemas in openapi.yaml; Got, Put and Posted say which path answers what.

declare namespace Api {
  // Values

  type ElectionStatus = "DRAFT" | "ACTIVE" | "COMPLETED";
  type ElectorateKind = "open" | "roll" | "present";
  type Role = "USER" | "ADMIN";
  type IdentityPolicy = "number" | "card" | "roll";
  type CheckState = "passed" | "failed";

  // Answers of every kind

  /** The facts of a message, by name. */
  type Params = Record<string, unknown>;
  interface List<T> { items: T[]; next?: string }
  interface FieldError { field: string; code: string; message: string; params?: Params }
  interface Problem {
    status?: number; code: string; title?: string; detail?: string; requestId?: string;
    errors?: FieldError[]; params?: Params;
  }
  interface Info {
    version: string; organisation: string; timeZone: string; setupRequired: boolean; slips: boolean; mail: boolean;
    links: boolean; provider?: InfoProvider; signingKey: string; rehearsal: boolean; identity: IdentityRequirements;
    language: Language; contact?: string; address?: string; logo?: string; pages: ShownPages; kinds?: NumberKind[];
  }
  interface InfoProvider { name: string; binds: boolean }
  interface ShownPages { convert: boolean; docs: boolean }
  interface Settings {
    etag: string; organisation: string; language: Language; timeZone: string; contact?: string; address?: string;
    identity: SettingsIdentity;
    pages: ShownPages; sites: string[]; keepDays: KeepDays; logo?: Photo; fixed: string[]; kinds: NumberKind[];
  }
  interface KeepDays { applications: number; accounts: number; rolls: number }
  interface SettingsIdentity {
    policy: IdentityPolicy; nationalId: string; voterId: string; leastAge: number; refuseExpired: boolean;
    secondFact: SecondFact;
  }
  type SecondFact = "none" | "dateOfBirth" | "member";
  type PortalAlgorithm = "none" | "HS256" | "EdDSA";
  interface Portal {
    algorithm: PortalAlgorithm; publicKey?: string; hasSecret: boolean; secret?: string; audiences: string[];
  }
  interface PortalTest { fullName: string; member: string; expiresAt: string }
  interface SaidFacts { dateOfBirth?: string; member?: string }
  interface FactsLacking { dateOfBirth: number; member: number }
  interface IdentityRequirements {
    policy: IdentityPolicy; cards: boolean; memberKeys: boolean; register: boolean; nationalId: IdentityScheme;
    voterId: IdentityScheme; birth: "required" | "compared" | "unused"; leastAge: number;
  }
  interface NumberKind { scheme: string; readFrom: "zone" | "front" | "none" }
  interface IdentityScheme { scheme: string; description: string }

  interface KeptModel { name: string; title: string; url: string; bytes: number; keptAt: string; keptBy: string }
  interface ModelList { items: KeptModel[]; maxModels: number; maxBytes: number }

  // Accounts

  interface User {
    id: string; email?: string; fullName: string; dateOfBirth?: string; phone?: string; role: Role;
    status: "ACTIVE" | "SUSPENDED"; identity?: Identity; admission?: Admission; application?: Application;
    decision?: AdmissionDecision; onRoll: boolean; hasPassword: boolean; photo?: Photo; createdAt: string;
    updatedAt: string;
  }
  interface Identity { kind: "NATIONAL_ID" | "VOTER_ID"; lastFour: string }
  interface Admission { policy: IdentityPolicy | "manual"; checks: AdmissionCheck[]; at: string }
  interface Application { policy: IdentityPolicy; checks: AdmissionCheck[]; at: string }
  interface AdmissionDecision { admitted: boolean; reason: string; at: string }
  interface AdmissionCheck { name: string; outcome: CheckState }
  interface Photo { url: string; sha256: string }
  interface Solid { url: string; sha256: string; size: number }
  interface KeyPerson { fullName: string; asks: SecondFact }
  interface Session { token: string; expiresAt: string; user: User }
  interface Registration { user: User; admission?: Admission; application?: Application }
  interface CardReading {
    number: CardField; names: { fullName: CardField }; dateOfBirth: CardField; verdict: "readable" | "unreadable";
    hints: CardHint[]; identityField?: "nationalId" | "voterId"; verificationToken?: string;
  }
  interface CardField { value: string; source?: "mrz" | "visual"; check: CheckState | "none" }
  interface CardHint { code: string; text: string }
  interface UserList extends List<User> { pending: number }

  // The electoral roll

  interface RollEntry {
    id: string; etag: string; fullName: string; dateOfBirth?: string; member?: string; identity?: Identity;
    weight: number; proxyFor?: string[];
    groups?: string[];
    secondIdentity?: Identity; email?: string; language?: Language; address?: string; present: boolean;
    hasKey: boolean; keyUsed: boolean; blocked?: boolean; wrongAnswers?: number; user?: string;
    proxies?: RollPerson[]; holder?: RollPerson;
    keptBy?: { id: string; title: string }[];
  }
  interface RollPerson { id: string; fullName: string }
  type KeyState = "none" | "unused" | "used";
  interface RollList extends List<RollEntry> {
    entries: number; registered: number; weighted: number; present: number;
    keys: { none: number; unused: number; used: number };
    lastImport: RollImported | null;
  }
  interface RollImported { id: string; at: string; added: number; updated: number; removed: number; undoable: boolean }
  interface RollUndone { removed: number; restored: number; kept: number; keptBy?: { id: string; title: string }[] }
  interface VoterList extends List<ElectionVoter> {}
  interface ElectionVoter {
    entryId?: string; userId?: string; fullName: string; member?: string; email?: string; registered: boolean;
    present: boolean; hasVoted: boolean;
    onPaper: boolean; proxy?: HeldVote;
  }
  interface IssuedMemberKeys { items: KeyedEntry[] }
  interface KeyedEntry {
    entryId: string; fullName: string; member?: string; address?: string; language?: Language; memberKey: string
  }
  interface RollReport {
    imported: boolean; importId?: string; added: number; updated: number; unchanged: number; refused: number;
    asked: number;
    leftOut: number; removed: number; lines: RollLine[]; missing: RollMissing[]; headRow: number; columns: RollColumn[];
    repaired: number; keptBy?: { id: string; title: string }[]; newGroups?: GroupSize[];
    misplaced?: { none: number; several: number; people: { fullName: string; member?: string; groups: string[] }[] };
  }
  interface GroupSize { name: string; people: number }
  interface RollLine {
    line: number; fullName: string; member?: string; outcome: RollOutcome; registered: boolean; otherName: boolean;
    question?: "person" | "total"; candidates?: RollCandidate[]; values?: Record<string, string>;
    changes?: { field: string; old: string; new: string }[]; errors?: FieldError[];
  }
  interface RollCandidate {
    entryId?: string; line?: number; fullName: string; dateOfBirth?: string; member?: string; email?: string;
    address?: string;
    shares: string[];
  }
  interface RollMissing { entryId: string; fullName: string; member?: string; email?: string }
  interface RollColumn { head: string; field: string | null; sample: string[] }
  type RollOutcome = "added" | "updated" | "unchanged" | "refused" | "asked" | "leftOut";

  // E-mail

  interface ProviderFlow { address: string; flow: string }
  interface Provider {
    name: string; issuer: string; clientId: string; match: "subject" | "member" | "email"; claim?: string;
    hasSecret: boolean; callback: string; safe: boolean;
  }
  interface TestedProvider { issuer: string; warnings: ("callback" | "secret" | "pkce" | "claim")[] }
  interface Mail {
    host: string; port: number; security: "starttls" | "tls" | "none"; username?: string; hasPassword: boolean;
    from: string;
    fromName?: string; perMinute: number; waiting: number; sent: number; failed: number; problem?: MailProblem;
    texts: MailTexts;
  }
  interface MailTexts {
    announcement: Record<Language, MailText>; invitation: Record<Language, MailText>;
    reminder: Record<Language, MailText>
  }
  type Language = keyof typeof import("../../store/words/languages.json");
  interface MailProblem { reply: string; next: string }
  interface MailMessage {
    number: number; kind: "invitation" | "reminder" | "reset" | "link"; state: "waiting" | "sent" | "failed";
    name: string;
    entryId?: string; userId?: string; attempts: number; next?: string; code?: string;
  }
  interface MailText { subject: string; body: string }
  interface Invitable { invitations: number; reminders: number; withoutAddress: number }
  interface QueuedInvitations { queued: number; withoutAddress: number }
  interface AdminInvitation { id: string; fullName: string; expiresAt: string }
  interface MadeAdminInvitation extends AdminInvitation { key: string }
  interface IssuedReset { token: string; expiresAt: string }

  // Elections

  interface Election {
    id: string; etag?: string; title: string; description?: string; status: ElectionStatus; settings: ElectionSettings;
    timeZone: string; opensAt?: string; closesAt?: string; createdAt: string; activatedAt?: string;
    completedAt?: string;
    questions: Question[]; turnout: Turnout; attendance?: Attendance; weighed?: Weighed; resultsCalculated: boolean;
    notices: Notice[];
    stopped?: Stop; keyMissing?: boolean; cancelled?: Cancellation; boxUntil?: string; rollGoneAt?: string;
    custody: Custody; threshold?: number;
    holders?: Holder[]; exports?: number; tried?: boolean;
    untried?: string[]; witnesses?: Witnesses;
    warnings?: ElectionWarning[]; refusals?: OpeningRefusal[];
    round?: Round; previousRound?: RoundLink; nextRounds?: RoundLink[]; translations?: Translation[];
  }
  /** Texts in another language of an election, a question or a candidate. */
  interface Translation {
    language: Language; title?: string; description?: string; text?: string; name?: string; affiliation?: string
  }
  interface Round { number: number; title: string }
  interface RoundLink { id: string; title: string; status: ElectionStatus }
  interface OpeningRefusal { code: string; message: string; params?: Params; errors?: FieldError[] }
  interface Rehearsal {
    running: boolean; url?: string; ends?: string; administrator?: { email: string; password: string };
    keys?: { fullName: string; memberKey: string }[];
  }
  interface Witnesses { needed: number; keys: string[] }
  interface Holder { number: number; name: string; ready: boolean; tried: boolean; fingerprint?: string }
  interface Holders { custody: Custody; threshold: number; holders: Holder[]; assembly?: Assembly;
    current?: CurrentHolders }
  interface CurrentHolders { title: string; threshold: number; names: string[] }
  interface Assembly { id: string; title: string; createdAt: string; left: number; number?: number;
    keyNumber?: string; pollBook?: Slips }
  interface Slips { people: number; first: number; last: number }
  interface SlipAssemblies { assemblies: string[] }
  interface IssuedInvitation { token: string }
  interface Invitation {
    assemblyId: string; title: string; createdAt: string; organisation: string; name: string; number: number;
    threshold: number; of: number; ready: boolean; fixed: boolean; signingKey: string;
    holders: { name: string; root?: string; tried: boolean }[];
  }
  interface CountState {
    state: "none" | "waiting" | "counting" | "signing" | "done" | "failed"; countKey?: string; threshold: number;
    given: number[]; opened: number; ballots: number; signed: number[]; seal?: string; result?: string;
    again?: boolean; sealed?: string; boxUntil?: string; handed?: string[];
  }
  interface VoterElection extends Election {
    hasVoted: boolean; eligibility: Eligibility; papers: Paper[]; proxy?: HeldVote
  }
  interface ElectionOutline {
    id: string; title: string; status: "ACTIVE" | "COMPLETED"; timeZone: string; opensAt?: string; closesAt?: string;
    completedAt?: string;
    questionCount: number; candidateCount?: number; turnout?: Turnout; resultsCalculated: boolean; notices?: Notice[];
    stopped?: Stop;
    cancelled?: Cancellation;
    hasVoted: boolean; eligibility: Eligibility; papers: Paper[]; proxy?: HeldVote; translations?: Translation[];
  }
  interface TurnoutNow { status: ElectionStatus; turnout: Turnout; weighed?: Weighed }
  interface Weighed { cast: number; electorate: number; weightDecimals?: number }
  interface HeldVote { name: string; hasVoted: boolean }
  interface Attendance { present?: number; presentVotes?: number; represented: number; representedVotes: number }
  interface Question {
    id: string; etag?: string; title: string; text?: string; method: Method; seats: number; min: number; max?: number;
    each?: number; draw: boolean;
    last?: boolean; threshold?: Threshold; peopleThreshold?: Threshold; keepThreshold?: boolean; lists?: ListRules;
    quotas?: Quota[]; evidence: EvidenceKind;
    groups?: string[]; candidates: Candidate[]; translations?: Translation[];
  }
  type Method = keyof typeof import("../static/lib/tally/rules.js").METHODS;
  interface Threshold { more?: number[]; least?: number[]; of: "decided" | "cast" | "electorate" }
  type EvidenceKind = "papers" | "stages";
  interface Quota { kind: string; least?: number; most?: number }
  interface Quorum { least: number[]; of?: "weights" | "both" }
  /** The printed papers among all. */
  interface PaperTurnout { entered: number; invalid: number }
  interface PaperResult extends PaperTurnout {
    printed: number; handedOut: number; lot?: number;
  }
  interface PaperState {
    printed: number; handedOut: number; needsLot: boolean; lot?: number; entries: { clerk: string; papers: number }[];
    oneAccount: boolean; finishedAt?: string;
  }
  interface EnteredPaper { reference: number; marks?: number[] }
  interface DifferentPaper { reference: number; entries: [EnteredPaper | null, EnteredPaper | null] }
  interface PaperColumn { papers: number; blank: number; votes: number[]; against: number[] }
  interface QuorumResult { needed: number; neededVotes?: number; met: boolean }
  interface Notice { closesAt?: string; backupAt?: string; reason: string; at: string }
  interface Stop { backupAt: string; restoredAt: string }
  interface Cancellation { reason: string; at: string }
  interface ElectionWarning {
    code: "weight_shared_by_few" | "group_shared_by_few" | "few_papers" | "stages_forced" | "people_beside_weights"
      | "people_weigh_alike" | "people_in_no_group" | "proxies_unused"
      | "sheets_untried"; question?: string; params?: Params;
  }
  interface Paper { id: string; owner: string; name: string; weight: number; class: number; hasVoted: boolean }
  interface Eligibility {
    may: boolean;
    reason?: "already_voted" | "voting_closed" | "not_admitted" | "not_in_electorate" | "not_present" | "proxy_given"
      | "voting_stopped" | "key_missing" | "voting_not_open" | "on_paper";
  }
  interface ElectionSettings {
    shuffleCandidates: boolean; electorate: ElectorateKind; quorum?: Quorum; maxProxies: number; keepBoxDays: number;
    printedPapers: number; proof?: boolean;
    autoOpen: boolean; autoCount: boolean;
  }
  interface Turnout { ballots: number; electorate: number; share: number }
  interface Candidate {
    id: string; etag?: string; questionId: string; name: string; affiliation?: string; description?: string;
    kind?: string; list?: string;
    minority?: boolean; since?: string; photo?: Photo; solid?: Solid; translations?: Translation[];
  }
  /** Marks of two digits, by question and candidate. */
  type Answers = Record<string, Record<string, string>>;
  interface BallotReceipt { electionId: string; leaf: string; signature: string; line?: number }
  interface Results {
    title: string; turnout: Turnout; cast: number; invalid: number; weightDecimals?: number; paper?: PaperResult;
    groups?: GroupResult[];
    questions: QuestionResult[]; calculatedAt: string; seal: Seal;
  }
  interface GroupResult { name: string; turnout: Turnout; cast: number }
  interface QuestionResult {
    id: string; title: string; text?: string; method: Method; seats: number; min: number; max?: number; each?: number;
    draw: boolean;
    last?: boolean; threshold?: Threshold; peopleThreshold?: Threshold; keepThreshold?: boolean; lists?: Lists;
    quotas?: Quota[]; evidence: EvidenceKind;
    options: { id: string; name: string; affiliation?: string; kind?: string }[];
    turnout: Turnout; cast: number; quorum?: QuorumResult; paper?: PaperColumn; outcome: Outcome;
  }
  /** Options are numbered from 1. Amounts of stages are in 1/100000 of a vote in stv, in votes in irv. */
  interface Outcome {
    ending: "elected" | "tie" | "no_majority" | "vacant" | "passed" | "rejected" | "no_votes" | "no_quorum";
    papers: number;
    blank: number; votes: number[]; against: number[]; fives: number[]; base: number; needed: number; quota: number;
    elected: number[];
    tied: number[]; finalists: number[]; stages: Stage[]; prefers: number[][]; paths: number[][]; draws: DrawUse[];
    drawDecided: "no" | "yes" | "unknown"; byPeople?: ByPeople; allocation?: Allocation;
    succession?: Succession;
  }
  /** Of a motion: people who say yes, no and abstain. */
  interface ByPeople { votes: number[]; base: number; needed: number; met: boolean }
  /** Options are numbered from 1. Equals move up together where nothing is drawn. */
  interface Succession { moved: { in: number; out: number }[]; rest: number[][]; next: number[][] }
  /** Lists and candidates are options: the lists first, then the candidates of the first list, and so on. */
  interface Lists {
    sizes: number[]; ballot: "closed" | "erasures" | "free"; within: "order" | "votes"; bar?: number;
    ties: "lot" | "votes"; age?: number[]; minority?: number[]; least?: number;
  }
  interface ListRules {
    ballot: Lists["ballot"]; within: Lists["within"]; bar?: number; ties: Lists["ties"]; least?: number;
  }
  interface Allocation { lists: ListSeats[]; awards: Award[]; moves: Move[] }
  interface ListSeats { votes: number; parts: number; barred: boolean; seats: number; elected: number[] }
  interface Award {
    list: number; by: "number" | "quota" | "remainder"; number: [number, number]; tie: "" | "votes" | "age" | "lot";
  }
  interface Move { from: number; out: number; to: number; in: number; number: [number, number] }
  interface Stage {
    action: "first" | "surplus" | "exclude"; option: number; votes: number[]; lost: number; elected: number[];
  }
  interface DrawUse {
    stage: number; for: "seat" | "surplus" | "exclusion" | "finalist" | "winner"; among: number[]; chosen: number;
  }
  interface Seal { algorithm: string; hash: string; note: string }

  // The bulletin board

  interface ComingElection { id: string; title: string; opens: string }
  interface BoardElection {
    id: string; title: string; status: "ACTIVE" | "COMPLETED"; turnout: Turnout; attendance?: Attendance;
    resultsCalculated: boolean;
    activatedAt: string; completedAt?: string; notices: Notice[]; stopped?: Stop; cancelled?: Cancellation;
    keys?: ElectionKeys; untried?: string[]; boxUntil?: string; translations?: Translation[];
    round?: Round; previousRound?: RoundLink; nextRounds?: RoundLink[];
  }
  interface ElectionKeys { keyNumber: string; number: number }
  interface Manifest {
    version: number; electionId: string; title: string; description: string; timeZone: string;
    shuffleCandidates: boolean;
    opensAt: string; closesAt: string; questions: FrozenQuestion[]; groups?: string[]; quorum?: Quorum; suite: string;
    custody: Custody;
    threshold: number; number?: number; keepBoxDays?: number;
    holders: { name: string; publicKey: string; signingKey: string; root?: string; path?: string[] }[];
    witnesses?: { needed: number; keys: { name: string; key: string }[] };
    sealedSize: number; signingKey: string;
    electorate?: { size: number; weightDecimals?: number; classes: Class[]; rollHash: string };
    pollBook?: { lines: number; hash: string }; papers?: number; proof?: true;
    translations?: Translation[];
  }
  interface Class { weight: number; people: number; groups?: number[] }
  type Custody = "server" | "holders";
  interface FrozenQuestion {
    id: string; title: string; text: string; method: Method; seats: number; min: number; max: number; each?: number;
    draw: boolean;
    last?: boolean; threshold?: Threshold; peopleThreshold?: Threshold; keepThreshold?: boolean; lists?: Lists;
    evidence: EvidenceKind;
    options: Standing[]; groups?: number[]; quotas?: Quota[];
  }
  interface Standing {
    id: string; name: string; affiliation: string; description: string; photoSha256: string; solidSha256: string;
    kind?: string
  }
  interface SignedCheckpoint { size: number; checkpoint: string }
  interface Inclusion { proof: InclusionProof; checkpoint: string; invalid?: boolean }
  interface InclusionProof { index: number; treeSize: number; path: string[] }

  // Administration

  interface MachineStatus { alerts: Alert[]; now: string; dataDirectory: string; backups?: BackupSchedule }
  interface BackupSchedule { directory: string; everySeconds: number; keep: number; goodAt?: string }
  interface Alert { code: string; title: string; params?: Params }
  interface Network {
    localOnly: boolean; room: boolean; port?: number; addresses: { url: string }[];
    encryption: "none" | "own" | "trusted"; certificate?: { sha256: string; expiresAt: string };
  }
  interface AuditEntry {
    seq: number; at: string; action: string; detail?: Record<string, string>;
    actor: { kind: "user" | "system" | "command" | "holder"; id?: string };
    subject: { kind: "election" | "candidate" | "nomination" | "hands" | "user" | "roll" | "installation"; id?: string };
  }

  // Nominations

  type NominationState = "proposed" | "accepted" | "declined" | "withdrawn" | "admitted" | "refused";
  interface Nominations { open: boolean; until?: string; questions: string[]; items: Nomination[] }
  interface Nomination {
    id: string; etag: string; questionId: string; entryId?: string; name: string; affiliation?: string;
    statement?: string; photo?: Photo;
    state: NominationState; reason?: string; candidateId?: string; proposals: Proposal[];
  }
  interface Proposal { name: string; wrote: string }
  interface HandsCounted {
    day: string; title: string; text?: string; for: number; against: number; abstain: number; present?: number;
    tellers: string[];
    threshold: Threshold; casting?: "for" | "against"; ending: "passed" | "rejected"; base: number; needed: number;
  }
  interface ShowOfHands extends HandsCounted {
    id: string; etag: string; recordedAt: string; corrections: HandsCorrection[]; withdrawn?: HandsWithdrawal;
  }
  interface HandsCorrection { was: HandsCounted; reason: string; at: string }
  interface HandsWithdrawal { reason: string; at: string }
  interface Calls { name: string; items: Call[] }
  interface Call {
    electionId: string; title: string; timeZone: string; open: boolean; until: string; questions: CallQuestion[];
    translations?: Translation[]
  }
  interface CallQuestion {
    id: string; title?: string; text?: string; seats: number; own?: OwnNomination; proposed: string[];
    translations?: Translation[]
  }
  interface OwnNomination {
    affiliation?: string; statement?: string; photo?: Photo; state: NominationState; reason?: string; listed: boolean;
    proposedBy: string[];
  }

  // Conversion

  interface Conversion {
    download_url: string; files: ConvertedFile[]; options: { unit: string; up: string }; facets: number;
    vertices: number; solids: number;
    dropped: number; degenerate: number; bounds: { min: number[]; max: number[] }; input_size: number;
    output_size: number;
    duration_ms: number; expires_at: string; warnings: ConversionWarning[];
    report?: SolidReport; thumbnail_url?: string; plate?: number; plates?: number;
    simplified?: { from: number; to: number; error_mm: number };
  }
  interface SolidReport {
    unit: string; unit_hint?: { unit: "mm" | "m" | "in"; millimetres: number; instead: number; metres?: number }; facets: number;
    solids: number; shells: number;
    cavities: number; size: number[]; watertight: boolean; open_edges: number; non_manifold_edges: number;
    flipped_edges: number;
    orientation: "outward" | "inward" | "mixed" | "unknown"; volume?: number; area: number;
    weights?: { material: string; density: number; grams: number }[]; edges?: number[][][];
  }
  interface Inspection {
    report: SolidReport; format: string; dropped: number; degenerate: number; bounds: { min: number[]; max: number[] };
    input_size: number; warnings: ConversionWarning[];
  }
  interface ConvertedFile { name: string; url: string; media_type: string; size: number; gzip_size?: number }
  interface ConversionWarning {
    code: string; severity: "info" | "warning"; message: string; params?: Record<string, string | number>;
  }
  interface ConversionJob {
    status_url: string; status: "waiting" | "converting" | "done" | "failed"; stage?: string;
    fraction: number; result?: Conversion; problem?: Problem;
  }
  interface ConversionMethods { max_file_size: number; kept_seconds: number; methods: ConversionMethod[] }
  interface ConversionMethod {
    name: string; files: string[]; description: string; purpose: string; extensions: string[];
    options: ConversionOption[];
    levels: ConversionLevel[];
  }
  interface ConversionOption {
    name: string; description: string; choices?: string[]; default: string; limits?: string;
    min?: number; max?: number; max_bytes?: number;
  }
  interface ConversionLevel { name: string; description: string; extensions: string[] }

  // Which path answers what. The first pattern that matches decides.

  type Answer<Path, Table> = Table extends [[infer Pattern, infer Type], ...infer Rest]
    ? Path extends Pattern ? Type : Answer<Path, Rest>
    : unknown;

  type Got<Path> = Answer<Path, [
    ["/api/info", Info],
    ["/api/openapi.json", OpenApi.Document],
    ["/api/conversion-methods", ConversionMethods],
    ["/api/user/profile", User],
    ["/api/user/elections" | `/api/user/elections?${string}`, List<ElectionOutline>],
    ["/api/user/elections/turnout", { items: { id: string; turnout: Turnout }[] }],
    ["/api/user/elections/coming", List<ComingElection>],
    ["/api/user/nominations", Calls],
    [`/api/user/elections/${string}/results`, Results],
    [`/api/user/elections/${string}`, VoterElection],
    [`/api/board/elections/${string}/checkpoints` | `/api/board/elections/${string}/checkpoints?${string}`, List<SignedCheckpoint>],
    [`/api/board/elections/${string}/consistency?${string}`, { proof: string[] }],
    [`/api/board/elections/${string}/count`, CountState],
    [`/api/board/elections/${string}/receipts/${string}`, Inclusion],
    ["/api/board/slips", SlipAssemblies],
    ["/api/board/elections" | `/api/board/elections?${string}`, List<BoardElection>],
    ["/api/admin/elections" | `/api/admin/elections?${string}`, List<Election>],
    [`/api/board/elections/${string}`, BoardElection],
    [`/api/admin/elections/${string}/turnout`, TurnoutNow],
    [`/api/admin/elections/${string}/results`, Results],
    [`/api/admin/elections/${string}/holders`, Holders],
    [`/api/admin/elections/${string}/nominations`, Nominations],
    [`/api/admin/elections/${string}/rehearsal`, Rehearsal],
    [`/api/admin/elections/${string}/voters` | `/api/admin/elections/${string}/voters?${string}`, VoterList],
    [`/api/admin/elections/${string}/invitations`, Invitable],
    [`/api/admin/elections/${string}/papers`, PaperState],
    [`/api/admin/elections/${string}/papers/differences`, { items: DifferentPaper[] }],
    [`/api/admin/elections/${string}/papers/entries/${string}`, { items: EnteredPaper[] }],
    [`/api/admin/elections/${string}`, Election],
    [`/api/admin/hands?${string}`, List<ShowOfHands>],
    [`/api/admin/hands/${string}`, ShowOfHands],
    [`/api/admin/provider?${string}`, Provider],
    ["/api/admin/mail", Mail],
    [`/api/admin/mail/messages` | `/api/admin/mail/messages?${string}`, List<MailMessage>],
    ["/api/admin/invitations", List<AdminInvitation>],
    [`/api/admin/users/${string}`, User],
    [`/api/admin/roll?${string}`, RollList],
    ["/api/admin/roll/groups", List<GroupSize>],
    ["/api/admin/roll/lacking", FactsLacking],
    [`/api/admin/roll/${string}`, RollEntry],
    ["/api/admin/audit" | `/api/admin/audit?${string}`, List<AuditEntry>],
    [`/api/admin/users?${string}`, UserList],
    ["/api/admin/network", Network],
    ["/api/admin/status", MachineStatus],
    ["/api/admin/settings", Settings],
    ["/api/admin/portal", Portal],
    ["/api/admin/models", ModelList],
  ]>;

  type Posted<Path> = Answer<Path, [
    ["/api/auth/setup" | "/api/auth/login" | "/api/auth/key" | "/api/auth/password" | "/api/auth/portal", Session],
    ["/api/admin/portal/test", PortalTest],
    ["/api/auth/key/person", KeyPerson],
    ["/api/auth/provider", ProviderFlow],
    ["/api/auth/provider/session", Session],
    [`/api/admin/provider/test?${string}`, TestedProvider],
    ["/api/auth/register", Registration],
    ["/api/auth/reset" | "/api/auth/link", { requested: boolean }],
    ["/api/auth/reset/password" | "/api/auth/invitation", Session],
    ["/api/admin/invitations", MadeAdminInvitation],
    ["/api/admin/invitations/mail", { sent: boolean }],
    ["/api/admin/mail/test", { sent: boolean }],
    ["/api/admin/status/clock", MachineStatus],
    [`/api/admin/users/${string}/reset`, IssuedReset],
    [`/api/admin/elections/${string}/invitations`, QueuedInvitations],
    [`/api/user/elections/${string}/ballots`, BallotReceipt],
    ["/api/board/invitations" | `/api/board/invitations/${"key" | "tried"}`, Invitation],
    [`/api/board/elections/${string}/count/signatures` | `/api/admin/elections/${string}/count`, CountState],
    [`/api/admin/elections/${string}/holders/${string}/invitation`, IssuedInvitation],
    [`/api/admin/elections/${string}/papers/handed` | `/api/admin/elections/${string}/papers/finish`, PaperState],
    ["/api/admin/elections" | "/api/admin/motions", Election],
    ["/api/admin/hands", ShowOfHands],
    ["/api/admin/models", KeptModel],
    [`/api/admin/elections/${string}/rehearsal`, Rehearsal],
    ["/api/admin/network/room", Network],
    [`/api/admin/elections/${string}/questions/${string}/candidates`, List<Candidate>],
    [`/api/admin/elections/${string}/nominations/candidates`, List<Candidate>],
    [`/api/admin/elections/${string}/candidates`, Candidate],
    [`/api/admin/elections/${string}/questions`, Question],
    [`/api/admin/elections/${string}/questions/${string}/second-round` | `/api/admin/elections/${string}/cancel` | `/api/admin/elections/${string}/resume` | `/api/admin/elections/${string}/preview` | `/api/admin/elections/${string}/duplicate`, Election],
    ["/api/admin/roll/keys", IssuedMemberKeys],
    ["/api/admin/roll/entries", RollEntry],
    ["/api/admin/roll/undo", RollUndone],
  ]>;

  type Put<Path> = Answer<Path, [
    ["/api/admin/settings", Settings],
    [`/api/admin/provider?${string}`, Provider],
    ["/api/admin/portal", Portal],
    ["/api/admin/mail", Mail],
    ["/api/user/provider", { bound: boolean }],
    ["/api/user/profile", User],
    [`/api/admin/users/${string}`, User],
    [`/api/admin/roll/${string}` | `/api/admin/roll/${string}/present` | `/api/admin/roll/${string}/holder`, RollEntry],
    [`/api/admin/elections/${string}/end`, Election],
    [`/api/admin/hands/${string}`, ShowOfHands],
    [`/api/admin/elections/${string}/nominations`, Nominations],
    [`/api/admin/elections/${string}/nominations/${string}`, Nomination],
    [`/api/admin/elections/${string}/holders`, Holders],
    [`/api/admin/elections/${string}/witnesses`, Election],
    [`/api/admin/elections/${string}/questions`, List<Question>],
    [`/api/admin/elections/${string}/questions/${string}`, Question],
    [`/api/admin/elections/${string}/candidates`, List<Candidate>],
    [`/api/admin/elections/${string}/candidates/${string}`, Candidate],
    [`/api/admin/elections/${string}/papers/entries/${string}/${string}`, EnteredPaper],
    [`/api/admin/elections/${string}/papers/lot` | `/api/admin/elections/${string}/papers/entries/${string}`, PaperState],
  ]>;

  type Uploaded<Path> = Answer<Path, [
    ["/api/auth/verify-id", CardReading],
    ["/api/user/profile/photo", User],
    ["/api/admin/settings/logo", Settings],
    [`/api/admin/roll?${string}`, RollReport],
    ["/api/convert?async=1", ConversionJob],
    [`/api/board/elections/${string}/count/shares`, CountState],
    [`/api/admin/elections/${string}/slips`, Slips],
    ["/api/inspect" | `/api/inspect?${string}`, Inspection],
  ]>;
}
