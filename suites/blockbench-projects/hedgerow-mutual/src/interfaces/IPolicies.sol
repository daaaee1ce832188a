// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721.sol";

// What a policy covers: damage that assessors look at, or nights that were too cold.
enum Peril {
    Damage,
    Frost
}

// Info of each policy.
struct PolicyInfo {
    address pool; // Whose capital pays.
    Peril peril;
    bool closed; // Canceled or expired.
    uint32 firstDay; // Its premium is earned from here...
    uint32 endDay; // ...and not on this day any more.
    uint256 sum; // What it pays at most, all claims together.
    uint256 perDay; // Premium of a day.
    uint256 paid; // Claims so far.
}

// Sells policies, which are tokens.
interface IPolicyBook is IERC721 {
    event Bought(uint256 indexed id, address indexed pool, address indexed to, uint256 sum, uint256 perDay);
    event Canceled(uint256 indexed id, uint256 refund);
    event Expired(uint256 indexed id);
    event Used(uint256 indexed id, uint256 amount);

    function CLAIM_DAYS() external view returns (uint32);

    function MOST_PART() external view returns (uint256);

    function buy(address _pool, Peril _peril, uint256 _sum, uint32 _term, uint256 _maxPerDay, address _to)
        external
        returns (uint256 id);

    // What buy() takes for a policy: the premium, and the levy of the reserve.
    function priceOf(address _pool, uint256 _sum, uint32 _term) external view returns (uint256 premium, uint256 levy);

    function cancel(uint256 _id) external;

    function expire(uint256 _id) external;

    // The claims call it when they pay.
    function use(uint256 _id, uint256 _amount) external;

    function policyOf(uint256 _id) external view returns (PolicyInfo memory);

    // What a policy can still pay.
    function leftOf(uint256 _id) external view returns (uint256);
}

// Says what covers cost.
interface IRateBook {
    event RateSet(address indexed pool, uint256 base, uint256 slope);

    // Premium of a day for one more cover of this sum.
    function perDay(address _pool, uint256 _sum) external view returns (uint256);
}

// Keeps the levies.
interface IReserve {
    event BonusPaid(uint256 indexed id, address indexed to, uint256 amount);
    event Spent(address indexed to, uint256 amount);

    function payBonus(uint256 _id) external;
}

// Brings orders that members signed.
interface IBrokers {
    struct Order {
        address member;
        address pool;
        uint8 peril;
        uint32 term;
        uint256 sum;
        uint256 maxPerDay;
        uint256 maxPart;
        uint256 nonce;
        uint256 deadline;
    }

    event Registered(address indexed broker, uint256 part);
    event Placed(address indexed broker, address indexed member, uint256 id, uint256 commission);

    error BadPart();
    error NotRegistered();
    error Late();
    error BadNonce();
    error BadSignature();

    function partOf(address broker) external view returns (uint256);
}
