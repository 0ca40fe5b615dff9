-- When providers last told something by themselves, so that doctor can say whether their messages arrive at all. Written
-- once a minute at most, whoever sends however much.
create table webhook_arrival (
  proxy text not null,
  -- Whose payment it was about; null where it was about none of ours.
  organization_id integer references organization on delete cascade,
  -- GENUINE: signed as it should be. REFUSED: it was not. UNNAMED: about no payment of ours, which nobody can check.
  told text not null check (told in ('GENUINE', 'REFUSED', 'UNNAMED')),
  last_at timestamptz not null,
  unique nulls not distinct (proxy, organization_id, told)
);
