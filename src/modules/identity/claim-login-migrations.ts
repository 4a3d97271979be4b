/** Counts a try at a password, or returns the seconds to wait; `waits` is when the source's own tries cause a wait. */
export function claimLogin(create: 'create' | 'create or replace', waits: string): string {
  return `
      ${create} function identity_claim_login(
        p_account bytea, p_source bytea, p_network bytea, p_known boolean, p_now timestamptz,
        p_delays int[], p_per_account int, p_per_network int
      ) returns double precision language plpgsql as $claim$
      declare
        tries int;
        moment timestamptz;
        hour_ago timestamptz := p_now - interval '1 hour';
        wait double precision;
      begin
        perform pg_advisory_xact_lock(hashtextextended('identity.login:' || encode(p_account, 'hex'), 0));

        select count(*), max(at) into tries, moment from identity_login_try
          where account = p_account and source = p_source and at > hour_ago;
        wait := coalesce(extract(epoch from moment), 0)
          + p_delays[least(tries + 1, array_length(p_delays, 1))] - extract(epoch from p_now);
        if ${waits} then return wait; end if;

        if not p_known then
          select at into moment from identity_login_try
            where account = p_account and not known and at > hour_ago
            order by at desc offset p_per_account - 1 limit 1;
          if found then return greatest(extract(epoch from moment - hour_ago), 1); end if;
          select at into moment from identity_login_try
            where network = p_network and not known and at > hour_ago
            order by at desc offset p_per_network - 1 limit 1;
          if found then return greatest(extract(epoch from moment - hour_ago), 1); end if;
        end if;

        insert into identity_login_try (account, source, network, known, at)
          values (p_account, p_source, p_network, p_known, p_now);
        return 0;
      end
      $claim$;`
}
