import type { Generated, Kysely } from 'kysely';
import type { Extensions } from '#shared/api/codex-extensions.ts';
import type { Resource } from '#shared/api/codex.ts';
import type { CollectionPermission, Priority, Role, UserStatus } from '#shared/api/enumerations.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { Kept } from '#shared/otm/content.ts';
import type { JsonText } from './json-text.ts';
import type { RecordColumns } from './record-columns.ts';

/**
 * The tables as Kysely sees them. Only types that SQLite and PostgreSQL share are used: text,
 * integer, and double precision. Instants are ISO 8601 text in UTC; lists and documents are JSON
 * text.
 */
export type Schema = {
  users: Users;
  invitations: Invitations;
  api_tokens: ApiTokens;
  access_tokens: AccessTokens;
  auth_failures: AuthFailures;
  teams: Teams;
  team_members: TeamMembers;
  collections: Collections;
  deleted_collections: DeletedCollections;
  deleted_records: DeletedRecords;
  collection_user_access: CollectionUserAccess;
  collection_team_access: CollectionTeamAccess;
  threat_models: ThreatModels;
  canvases: Canvases;
  components: Components;
  codices: Codices;
  codex_attributes: CodexAttributes;
  codex_attribute_aliases: CodexAttributeAliases;
  codex_mitigations: CodexMitigations;
  codex_threats: CodexThreats;
  codex_extensions: CodexExtensions;
  component_attributes: ComponentAttributes;
  threats: Threats;
  moved_threats: MovedThreats;
  mitigations: Mitigations;
  comments: Comments;
  idempotent_answers: IdempotentAnswers;
  record_chunks: RecordChunks;
  record_counts: RecordCounts;
  applied_migrations: AppliedMigrations;
};

/** The database, or a transaction on it. */
export type Database = Kysely<Schema>;

/** 0 or 1. */
type Flag = number;
type Instant = string;

type Dated = { id: string; created_at: Instant; updated_at: Instant };

/**
 * `otm_id` is the record's ID in the imported file. `kept` is what else the file says about the record.
 */
type Imported = { otm_id: string | null; kept: Generated<JsonText<Kept>> };

type Users = Dated & {
  email: string;
  /** The unique key of the user: the email address in lower case. */
  email_key: string;
  first_name: string;
  last_name: string;
  role: Role;
  status: UserStatus;
  is_enabled: Flag;
  /** Only admins have scopes: `["codex:read", …]`. */
  scopes: JsonText<readonly string[]>;
  avatar_uploaded_at: Instant | null;
  /**
   * Set for a deleted user. The row stays without name and email address, because it is the author
   * of comments. Such a user is not listed and cannot do anything.
   */
  deleted_at: Instant | null;
};

type Invitations = {
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
  token_hash: string;
  /**
   * The token of an invitation that was not mailed yet. The command line shows it. Null after the mail
   * is sent.
   */
  token: string | null;
};

type ApiTokens = {
  id: string;
  created_at: Instant;
  name: string;
  client_id: string;
  secret_hash: string;
  user_id: string;
  scopes: JsonText<readonly string[]>;
  /** CIDR ranges. An empty list allows every address. */
  allow_ips: JsonText<readonly string[]>;
};

type AccessTokens = {
  /** SHA-256 of the token. The token itself is not stored. */
  hash: string;
  api_token_id: string;
  expires_at: Instant;
};

/**
 * Counters of failed logins, which slow down guessing. They are in the database, because the next
 * attempt may reach another instance.
 */
type AuthFailures = { key: string; count: number; until: Instant };

type Teams = Dated & { title: string };

type TeamMembers = { team_id: string; user_id: string };

type Collections = Dated & RecordColumns<'collection'> & { created_by: string };

/**
 * IDs of deleted collections. They let a client distinguish a deleted collection from one to which it
 * lost access.
 */
type DeletedCollections = { id: string };

/** Copies of the rows of deleted records. `source` is the table of a row. */
type DeletedRecords = {
  /** The ID of the delete operation. All rows that it deleted have this ID. */
  deletion: string;
  source: string;
  id: string;
  deleted_at: Instant;
  content: JsonText<Record<string, unknown>>;
};

type CollectionUserAccess = {
  collection_id: string;
  user_id: string;
  permission: CollectionPermission;
};

type CollectionTeamAccess = {
  collection_id: string;
  team_id: string;
  permission: CollectionPermission;
};

/**
 * The record's collection. The record's parents lead to it too, but with this column, permission checks
 * and counts need no joins. The value changes when a canvas is moved to a model in another collection.
 */
type InCollection = { collection_id: string };

type ThreatModels = Dated &
  Imported &
  RecordColumns<'threatModel'> & {
    collection_id: string;
    owner_id: string;
    /** The highest `ref_number` that any threat of this model ever had. */
    last_ref_number: Generated<number>;
  };

type Canvases = Dated &
  Imported &
  InCollection &
  RecordColumns<'canvas'> & { threat_model_id: string; data: JsonText<CanvasDocument> };

type Components = Dated &
  Imported &
  InCollection &
  RecordColumns<'component'> & { canvas_id: string };

/** The codex. There is one row, because a service has only one codex. */
type Codices = { id: string };

type CodexEntry = Dated & { title: string };

type CodexAttributes = CodexEntry & {
  description: string;
  resources: JsonText<readonly Resource[] | null>;
};

/** Aliases of an attribute, including its title. */
type CodexAttributeAliases = Dated & {
  attribute_id: string;
  /** The position among the aliases of the attribute, from 0. */
  position: number;
  title: string;
};

type CodexMitigations = CodexEntry & {
  definition: string;
  consideration: string | null;
  explanation: string | null;
  example: string | null;
  question: string | null;
  resources: JsonText<readonly Resource[]>;
};

type CodexThreats = CodexEntry & {
  description: string;
  priority: Priority;
  resources: JsonText<readonly Resource[]>;
};

type CodexExtensions = {
  id: string;
  updated_at: Instant;
  data: JsonText<Extensions>;
};

type ComponentAttributes = { component_id: string; attribute_id: string };

type Threats = Dated &
  Imported &
  InCollection &
  RecordColumns<'threat'> & { component_id: string; ref_number: number };

/** A client created the threat `id` to move the threat `moved_from`. Either may be deleted. */
type MovedThreats = { id: string; moved_from: string };

type Mitigations = Dated &
  Imported &
  InCollection &
  RecordColumns<'mitigation'> & { threat_id: string };

type Comments = Dated &
  InCollection &
  RecordColumns<'comment'> & { threat_id: string; user_id: string };

type IdempotentAnswers = {
  user_id: string;
  key: string;
  created_at: Instant;
  request_hash: string;
  status: number;
  headers: JsonText<Record<string, string>>;
  body: string | null;
};

/**
 * The time intervals by which records of a kind are counted. Each interval begins at `start` and
 * contains a few thousand records, by their `created_at`.
 */
type RecordChunks = { kind: string; start: Instant };

/**
 * The sum of `n` is the number of records of a kind in an interval and a collection. Triggers keep the
 * sum exact. On PostgreSQL each write adds a row, so that writers never wait for each other. Maintenance
 * later replaces these rows by one.
 */
type RecordCounts = { kind: string; start: Instant; collection_id: string; n: number };

type AppliedMigrations = { name: string; hash: string; applied_at: Instant };
