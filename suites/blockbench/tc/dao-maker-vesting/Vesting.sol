// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

abstract contract Owned {
    address public owner;

    event OwnershipTransferred(address indexed from, address indexed to);

    error NotOwner(address caller);
    error ZeroOwner();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender); //~ INSUFF_GUARD ACCESS_CTRL the owner is the last account that was set up
        _;
    }

    function transferOwnership(address to) external onlyOwner {
        _setOwner(to);
    }

    function _setOwner(address to) internal {
        if (to == address(0)) revert ZeroOwner(); //~ BENIGN INPUT_VAL
        emit OwnershipTransferred(owner, to); //~ UNRELATED EVENT_EMIT
        owner = to;
    }
}

/// @notice Holds the tokens of one sale and releases them to its participants in steps.
/// @dev The owner is the launchpad. It may end a distribution, and keeps the tokens then for the participants.
contract Vesting is Owned {
    uint256 public constant WHOLE = 100;

    IERC20 public token;
    uint256 public start;
    uint256[] public periods;
    uint256[] public percents;

    mapping(address => uint256) public allocated;
    mapping(address => uint256) public released;

    event Initialised(address indexed token, uint256 start, uint256 steps);
    event Allocated(address indexed participant, uint256 amount);
    event Released(address indexed participant, uint256 amount);
    event EmergencyExit(address indexed receiver, uint256 amount);

    error LengthMismatch(uint256 first, uint256 second);
    error IncompletePercents(uint256 sum);
    error NothingDue(address participant);
    error TransferFailed(uint256 amount);

    /// @notice Sets up the distribution of a newly created contract.
    /// @param periods_ For each step, the seconds since the step before.
    /// @param percents_ For each step, the percentage of the allocation that it releases.
    function init(
        address owner_,
        IERC20 token_,
        uint256 start_,
        uint256[] calldata periods_,
        uint256[] calldata percents_
    ) external {
        if (periods_.length != percents_.length) revert LengthMismatch(periods_.length, percents_.length); //~ BENIGN INPUT_VAL
        uint256 sum;
        for (uint256 i = 0; i < percents_.length; i++) {
            sum += percents_[i];
        }
        if (sum != WHOLE) revert IncompletePercents(sum); //~ BENIGN INPUT_VAL
        _setOwner(owner_); //~ ROOT_CAUSE INIT any account sets the owner again, as often as it likes
        token = token_; //~ BENIGN INIT
        start = start_;
        periods = periods_;
        percents = percents_;
        emit Initialised(address(token_), start_, periods_.length); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Allocates tokens of the owner to participants.
    function allocate(address[] calldata participants, uint256[] calldata amounts) external onlyOwner {
        if (participants.length != amounts.length) revert LengthMismatch(participants.length, amounts.length);
        uint256 sum;
        for (uint256 i = 0; i < participants.length; i++) {
            allocated[participants[i]] += amounts[i]; //~ BENIGN STATE_MOD
            sum += amounts[i];
            emit Allocated(participants[i], amounts[i]);
        }
        if (!token.transferFrom(msg.sender, address(this), sum)) revert TransferFailed(sum); //~ BENIGN FUND_XFER
    }

    /// @notice Pays the caller what has become due.
    function release() external {
        uint256 amount = releasable(msg.sender);
        if (amount == 0) revert NothingDue(msg.sender);
        released[msg.sender] += amount; //~ BENIGN STATE_MOD
        emit Released(msg.sender, amount);
        if (!token.transfer(msg.sender, amount)) revert TransferFailed(amount); //~ BENIGN FUND_XFER
    }

    /// @notice Ends the distribution: the owner takes the tokens into custody.
    function emergencyExit(address receiver) external onlyOwner {
        uint256 amount = token.balanceOf(address(this));
        emit EmergencyExit(receiver, amount);
        if (!token.transfer(receiver, amount)) revert TransferFailed(amount); //~ PREREQ FUND_XFER the tokens of all participants
    }

    /// @notice What has become due to a participant and is not paid.
    function releasable(address participant) public view returns (uint256) {
        return (allocated[participant] * duePercent()) / WHOLE - released[participant]; //~ BENIGN ARITHMETIC
    }

    /// @notice The percentage of each allocation that is due by now.
    function duePercent() public view returns (uint256 due) {
        uint256 time = start;
        for (uint256 i = 0; i < periods.length; i++) {
            time += periods[i];
            if (block.timestamp < time) break; //~ BENIGN TIMESTAMP
            due += percents[i];
        }
    }
}

/// @notice Creates a contract for each sale, set up at once.
contract VestingFactory {
    event Created(address indexed vesting, address indexed owner);

    function create(
        IERC20 token,
        uint256 start,
        uint256[] calldata periods,
        uint256[] calldata percents
    ) external returns (Vesting vesting) {
        vesting = new Vesting();
        vesting.init(msg.sender, token, start, periods, percents); //~ BENIGN INIT
        emit Created(address(vesting), msg.sender);
    }
}
